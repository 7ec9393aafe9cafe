// Powers that are the same on every machine.
#pragma once

namespace meteorscope {

// Whether it is certain which float is nearest to a power; ``power`` becomes that one. About one in
// 10^10 is not certain, nor is one near the least floats: Python has more digits.
//
// base: above 0, at most 1.
// exponent: above 0 and finite.
bool nearest_power(double base, double exponent, double& power);

}  // namespace meteorscope
