// Every match that METEOR 1.5 finds for two rows of words, in the order in which it lists them. The
// twin of core/meteor_core/search/spans/candidates.py; the rules are explained there.
#pragma once

#include <cstdint>
#include <vector>

#include "phrase_matches.hpp"
#include "rows.hpp"
#include "search.hpp"
#include "spans.hpp"
#include "unset_vector.hpp"

namespace meteorscope {

// What decides which spans match; everything is borrowed.
struct SpanGrounds {
    const Keys& keys;
    const std::int32_t* words;  // by type
    std::int32_t exact_stage;   // or -1
    std::int32_t phrase_stage;  // or -1
    PhraseMatcher* phrases;     // or null
};

// Keeps its memory from segment to segment.
class CandidateFinder {
public:
    // ``candidates`` becomes the list. Every type has to be below that of the keys. Throws
    // TooManyCandidates.
    void find(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds,
              std::vector<Candidate>& candidates);

private:
    // Which types of the hypothesis have a key: chains of entries by the key's hash.
    class Holders {
    public:
        void clear(std::size_t keys);
        void add(std::int32_t key, std::int32_t type);
        void keep_held(KeyList& keys) const;
        template <typename Visitor>
        void for_each(std::int32_t key, Visitor&& visit) const;

    private:
        struct Entry {
            std::int32_t key;
            std::int32_t type;
            std::int32_t next;
        };

        std::size_t slot(std::int32_t key) const {
            return (static_cast<std::uint32_t>(key) * 2654435769U) >> shift_;
        }

        std::vector<std::int32_t> first_;  // by slot, an entry or -1
        std::vector<Entry> entries_;
        unsigned shift_ = 0;
    };

    // Of one stage, for each type of the reference: the hypothesis tokens that it matches.
    struct Partners {
        UnsetVector<std::int32_t> first;   // where a type's tokens begin; one more
        UnsetVector<std::int32_t> tokens;  // and more, that are not set
    };

    // The matches of one direction of the stage paraphrase, by first token of the reference.
    struct Phrases {
        std::vector<Candidate> candidates;
        std::vector<std::int32_t> first;  // where those of a token begin; one more
    };

    bool same_words(IntegerSpan hypothesis, IntegerSpan reference, const std::int32_t* words) const;
    void find_partners(const SpanGrounds& grounds, std::int32_t stage, Partners& partners);
    void hold_keys_of_hypothesis(const SpanGrounds& grounds, std::int32_t stage);
    template <typename Visitor>
    void for_each_partner(const SpanGrounds& grounds, std::int32_t stage, std::int32_t type,
                          Visitor&& visit);
    void count(std::size_t candidates);
    void find_phrases(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds);
    static void index_phrases(const std::vector<PhraseMatch>& matches, bool source_in_reference,
                              std::int32_t stage, std::size_t reference_length, Phrases& phrases);

    Rows rows_;
    Holders holders_;
    KeyList listed_;          // the keys of the reference that others may have too
    std::size_t next_key_ = 0;  // in it
    std::vector<std::int32_t> seen_for_;  // by type of the hypothesis
    std::vector<Partners> partners_;      // by stage
    std::vector<std::int32_t> hypothesis_words_;
    std::vector<std::int32_t> reference_words_;
    std::vector<PhraseMatch> from_reference_;
    std::vector<PhraseMatch> from_hypothesis_;
    Phrases forward_;
    Phrases backward_;
    std::size_t count_ = 0;  // of candidates, so far
};

// The same with the memory of this thread.
void find_candidates(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds,
                     std::vector<Candidate>& candidates);

}  // namespace meteorscope
