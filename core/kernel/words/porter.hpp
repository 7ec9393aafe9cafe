// Porter's stemmer with the extensions of NLTK (PorterStemmer.NLTK_EXTENSIONS), which NLTK's
// meteor_score uses. M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980); the
// tests compare it with nltk/stem/porter.py of NLTK 3.10.
#pragma once

#include <string>
#include <string_view>

namespace meteorscope {

// The stem of a word, given the word as it is and in lower case, as bytes of ``surfaces.hpp``.
// Two spellings are needed because a word of two characters is its own stem, and lower case may
// lengthen a word.
std::string porter_stem(std::string_view word, std::string_view lower_case);

}  // namespace meteorscope
