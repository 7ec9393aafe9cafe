// Porter's stemmer with the extensions of NLTK (PorterStemmer.NLTK_EXTENSIONS), by which NLTK's
// meteor_score stems. The twin of ``porter_stem`` in core/meteor_core/words/stages/stem.py, which
// asks NLTK. M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980);
// NLTK 3.10, nltk/stem/porter.py, which the tests compare it with.
#pragma once

#include <string>
#include <string_view>

namespace meteorscope {

// The stem of a word, given the word as it is and in lower case, as bytes of ``surfaces.hpp``.
// Two spellings are needed because a word of two characters is its own stem, and lower case may
// lengthen a word.
std::string porter_stem(std::string_view word, std::string_view lower_case);

}  // namespace meteorscope
