// The kinds of cases. Each makes up an input, drives the kernel with it, and throws a Failure where
// what comes back is not as it has to be. Memory is kept from one case to the next, as it is from
// one segment to the next in a program that scores.
#pragma once

#include "dice.hpp"
#include "greedy.hpp"
#include "optimal.hpp"
#include "scorer.hpp"

namespace meteorscope::fuzzing {

class SearchCases {
public:
    void run(Dice& dice);

private:
    OptimalSearch optimal_;
    GreedySearch greedy_;
};

// Tokenizers, surfaces, vocabularies, and batches that are scored from texts.
class TextCases {
public:
    void run(Dice& dice);

private:
    SegmentScorer scorer_;
};

void run_measure_case(Dice& dice);
void run_wordnet_case(Dice& dice);
// Threads that share a vocabulary and teach it words while they score.
void run_thread_case(Dice& dice);

}  // namespace meteorscope::fuzzing
