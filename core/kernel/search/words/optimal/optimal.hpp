// The optimal search: most matches stage by stage, then fewest chunks, then least distance.
#pragma once

#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/by_prices.hpp"
#include "search/words/optimal/certain.hpp"
#include "search/words/optimal/chunks_first/chunks_first.hpp"
#include "search/words/optimal/components.hpp"
#include "search/words/optimal/reduction.hpp"
#include "search/words/optimal/runs.hpp"
#include "search/words/optimal/small_certain.hpp"

namespace meteorscope {

// Keeps its memory from one segment to the next. Not for several threads at once.
class OptimalSearch {
public:
    void set_limits(const Limits& limits);

    // Types have to be below ``keys.types()``.
    void run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys, std::int64_t budget,
             SearchResult& result);

private:
    // The same by ``certain`` and ``decomposition``, which are of the kind that the rows need.
    template <typename Certain>
    void run_by(Certain& certain, Decomposition<Certain>& decomposition, std::int64_t budget,
                SearchResult& result);
    bool search_by_prices(const WordComponent& component, std::int64_t budget,
                          SearchResult& result);
    void give_up(std::int64_t budget, const UnsetVector<Pair>& certain, SearchResult& result);
    void solve(const WordComponent& component, const UnsetVector<Pair>& certain,
               std::int64_t budget, SearchResult& result);
    void start_from_runs(const WordComponent& component, const UnsetVector<Pair>& certain,
                         Choice& choice);
    void order_by_hypothesis(UnsetVector<Pair>& pairs);

    Rows rows_;
    Reduction reduction_;
    CertainMatches certain_;
    Decomposition<CertainMatches> decomposition_;
    // Of rows of up to 62 tokens, and of up to 126.
    SmallCertainMatches<std::uint64_t> small_certain_;
    Decomposition<SmallCertainMatches<std::uint64_t>> small_decomposition_;
    SmallCertainMatches<UnsignedInt128> wide_certain_;
    Decomposition<SmallCertainMatches<UnsignedInt128>> wide_decomposition_;
    PriceSearch by_prices_;
    ChunksFirst chunks_first_;
    Limits limits_;
    RunFollower follower_;
    Choice choice_;
    bool has_runs_ = false;  // whether ``run_partner_`` is of the present rows
    UnsetVector<Pair> runs_;
    std::vector<std::int32_t> run_partner_;  // of each hypothesis token in ``runs_``, or -1
    std::vector<std::int32_t> pair_of_token_;  // its number, or -1
    UnsetVector<Pair> ordered_;
};

}  // namespace meteorscope
