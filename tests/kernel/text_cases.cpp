#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "puzzles.hpp"
#include "tables.hpp"
#include "texts.hpp"

namespace meteorscope::fuzzing {

namespace {

const std::vector<TokenRules> all_rules{TokenRules::words, TokenRules::words_without_punctuation,
                                        TokenRules::whitespace, TokenRules::characters};

const Tokenizer& tokenizer_of(TokenRules rules) {
    static const std::map<TokenRules, Tokenizer> tokenizers = [] {
        std::map<TokenRules, Tokenizer> made;
        for (const TokenRules each : all_rules) {
            made.emplace(each, Tokenizer(each, all_classes()));
        }
        return made;
    }();
    return tokenizers.at(rules);
}

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// UTF-8 by the book, the long way round.
std::string encoded(const CodePoints& code_points, TokenSpan token) {
    std::string bytes;
    for (std::int32_t place = token.start; place < token.end; ++place) {
        const std::uint32_t code_point = code_points[at(place)];
        if (code_point < 0x80) {
            bytes += static_cast<char>(code_point);
            continue;
        }
        const int following = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
        constexpr std::array<std::uint32_t, 4> leads{0, 0xc0, 0xe0, 0xf0};
        bytes += static_cast<char>(leads[at(following)] | code_point >> (6 * following));
        for (int shift = 6 * (following - 1); shift >= 0; shift -= 6) {
            bytes += static_cast<char>(0x80 | (code_point >> shift & 0x3f));
        }
    }
    return bytes;
}

bool is_same(const std::vector<TokenSpan>& one, const std::vector<TokenSpan>& other) {
    return one.size() == other.size() &&
           std::equal(one.begin(), one.end(), other.begin(), [](TokenSpan its, TokenSpan others) {
               return its.start == others.start && its.end == others.end;
           });
}

// The tokens of a text, which must not depend on how it is stored.
std::vector<TokenSpan> checked_tokens(const Tokenizer& tokenizer, const StoredText& text) {
    std::vector<TokenSpan> first;
    bool is_first = true;
    for (const Text& kind : text.kinds()) {
        std::vector<TokenSpan> tokens;
        tokenizer.spans(kind, tokens);
        require(is_first || is_same(first, tokens), "every kind of text has the same tokens");
        first = tokens;
        is_first = false;
    }
    std::int32_t end = 0;
    for (const TokenSpan token : first) {
        require(end <= token.start && token.start < token.end, "tokens ascend");
        end = token.end;
    }
    require(end <= static_cast<std::int64_t>(text.code_points().size()), "tokens are in the text");
    return first;
}

// What the kernel's vocabulary is compared with.
using KnownSurfaces = std::map<std::string, std::int32_t>;

void check_lookups(const Vocabulary& vocabulary, const KnownSurfaces& known,
                   const StoredText& text, const std::vector<TokenSpan>& tokens) {
    for (const Text& kind : text.kinds()) {
        std::vector<std::int32_t> types(tokens.size());
        NarrowText narrow;
        narrow.assign(kind);
        vocabulary.find(kind, narrow, tokens.data(), tokens.size(), types.data());
        for (std::size_t index = 0; index < tokens.size(); ++index) {
            const std::string bytes = surface_bytes(kind, tokens[index]);
            require(bytes == encoded(text.code_points(), tokens[index]), "surfaces are UTF-8");
            const auto found = known.find(bytes);
            const std::int32_t type =
                found == known.end() ? Vocabulary::unknown : found->second;
            require(types[index] == type, "a row has the types of its surfaces");
            require(vocabulary.find(kind, tokens[index]) == type, "a token has its type");
            require(vocabulary.find(bytes) == type, "a surface has its type");
        }
    }
}

// A vocabulary with keys at random, which remembers them.
struct Taught {
    std::vector<bool> identity;
    Vocabulary vocabulary;
    KnownSurfaces known;
    std::vector<std::vector<std::pair<Integers, Integers>>> keys;  // by type and stage

    explicit Taught(std::vector<bool> identity_by_stage)
        : identity(identity_by_stage), vocabulary(std::move(identity_by_stage)) {}
};

Integers some_keys(Dice& dice) {
    Integers keys(at(dice.between(0, 3)));
    for (std::int32_t& key : keys) {
        key = dice.between(0, 40);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    keys.shrink_to_fit();
    return keys;
}

std::int32_t teach_type(Dice& dice, Taught& taught) {
    std::vector<std::pair<Integers, Integers>> keys;
    std::vector<TypeKeys> by_stage;
    keys.reserve(taught.identity.size());
    for (std::size_t stage = 0; stage < taught.identity.size(); ++stage) {
        const Integers hypothesis = some_keys(dice);
        keys.emplace_back(hypothesis, dice.one_in(3) ? some_keys(dice) : hypothesis);
        by_stage.push_back({IntegerSpan(keys.back().first), IntegerSpan(keys.back().second)});
    }
    const auto lock = taught.vocabulary.writing();
    const std::int32_t type = taught.vocabulary.add_type(
        by_stage, dice.one_in(3),
        dice.one_in(5) ? static_cast<std::int32_t>(dice.any()) : dice.between(0, 40));
    taught.keys.push_back(std::move(keys));
    require(at(type) + 1 == taught.keys.size(), "types are numbered in order");
    return type;
}

void teach_surface(Dice& dice, Taught& taught, const std::string& surface) {
    const std::int32_t types = taught.vocabulary.types();
    const std::int32_t type =
        types > 0 && dice.one_in(3) ? dice.between(0, types - 1) : teach_type(dice, taught);
    const auto lock = taught.vocabulary.writing();
    taught.vocabulary.add_surface(surface, type);
    taught.known.emplace(surface, type);
}

bool equals(IntegerSpan span, const Integers& numbers) {
    return std::equal(span.begin(), span.end(), numbers.begin(), numbers.end());
}

void check_keys(const Taught& taught) {
    require(at(taught.vocabulary.types()) == taught.keys.size(), "no type is lost");
    require(taught.vocabulary.surfaces() == taught.known.size(), "no surface is lost");
    for (std::int32_t stage = 0; stage < taught.vocabulary.stages(); ++stage) {
        if (taught.vocabulary.is_identity(stage)) {
            continue;
        }
        for (std::int32_t type = 0; type < taught.vocabulary.types(); ++type) {
            const auto& [hypothesis, reference] = taught.keys[at(type)][at(stage)];
            require(equals(taught.vocabulary.hypothesis_keys(stage, type), hypothesis) &&
                        equals(taught.vocabulary.reference_keys(stage, type), reference),
                    "a type keeps its keys");
        }
    }
}

// Whatever is refused must leave no trace; ``check_keys`` comes after.
void check_refusals(Dice& dice, Taught& taught) {
    Vocabulary& vocabulary = taught.vocabulary;
    const std::int32_t wrong = dice.one_of<std::int32_t>(
        {-1, vocabulary.types(), std::numeric_limits<std::int32_t>::min(),
         std::numeric_limits<std::int32_t>::max()});
    require_refused<std::invalid_argument>([&] { vocabulary.add_surface("a", wrong); },
                                           "a surface of a type that is not there");
    require_refused<std::invalid_argument>(
        [&] { vocabulary.add_type(std::vector<TypeKeys>(taught.identity.size() + 1), false); },
        "keys of too many stages");
    const Integers bad{3, dice.one_in(2) ? -dice.between(1, 9)
                                         : std::numeric_limits<std::int32_t>::max()};
    const bool has_keys = !std::all_of(taught.identity.begin(), taught.identity.end(),
                                       [](bool identity) { return identity; });
    if (has_keys) {
        const std::vector<TypeKeys> keys(taught.identity.size(),
                                         TypeKeys{IntegerSpan(), IntegerSpan(bad)});
        require_refused<std::invalid_argument>([&] { vocabulary.add_type(keys, false); },
                                               "a key that is no key");
    }
}

void check_surface_list(Dice& dice) {
    SurfaceList list;
    std::vector<std::string> listed;
    for (std::int32_t round = dice.between(0, 300); round > 0; --round) {
        const std::string surface(at(dice.between(0, 20)), dice.one_in(2) ? 'a' : 'b');
        const auto known = std::find(listed.begin(), listed.end(), surface);
        const bool is_new = known == listed.end();
        require((list.find(hashed(surface)) == SurfaceList::unknown) == is_new, "what is listed");
        require(at(list.add(surface)) == static_cast<std::size_t>(known - listed.begin()),
                "surfaces are numbered as they come");
        if (is_new) {
            listed.push_back(surface);
        }
        if (dice.one_in(20)) {
            listed.resize(at(dice.between(0, static_cast<std::int32_t>(listed.size()))));
            list.truncate(listed.size());
        }
        require(list.size() == listed.size(), "as many as were added");
    }
    for (std::size_t index = 0; index < listed.size(); ++index) {
        require(list.at(index).bytes == listed[index], "each is what was added");
    }
}

// ── Batches

struct Batch {
    TypeRows hypotheses;
    std::vector<TypeRows> references;
};

void settle(Dice& dice, Taught& taught, TypeRows& rows) {
    std::vector<std::string> unknown;
    for (std::size_t index = 0; index < rows.unknown().size(); ++index) {
        unknown.emplace_back(rows.unknown()[index]);
        require(taught.known.count(unknown.back()) == 0, "what is known is not unknown");
    }
    for (const std::string& surface : unknown) {
        teach_surface(dice, taught, surface);
    }
    const auto lock = taught.vocabulary.reading();
    if (dice.one_in(2)) {
        rows.settle(taught.vocabulary);
    } else {
        Integers types;
        for (const std::string& surface : unknown) {
            types.push_back(taught.known.at(surface));
        }
        rows.settle(types);
    }
    require(rows.unknown().empty(), "nothing is unknown any more");
}

// With gaps, some texts are not there.
TypeRows random_type_rows(Dice& dice, Taught& taught, const Tokenizer& tokenizer,
                          std::size_t size, bool gaps) {
    static const MeteorNormalizer normalizer(MeteorNormalizer::Apostrophes::with_what_follows, true);
    TypeRows rows;
    const std::int32_t cut = dice.between(0, 3);
    for (std::size_t number = 0; number < size; ++number) {
        if (dice.one_in(4)) {
            settle(dice, taught, rows);
        }
        if (gaps && dice.one_in(3)) {
            rows.add_absent();
            require(!rows.has(number) && rows.row(number).size() == 0, "a gap has no tokens");
            continue;
        }
        CodePoints code_points = random_code_points(dice);
        // Longer rows of words that share keys at random take the search minutes. The normaliser
        // makes a token of whatever is no letter.
        const std::size_t longest = cut == 0 ? 400 : 4000;
        code_points.resize(std::min(code_points.size(), longest));
        const StoredText text(std::move(code_points));
        const auto lock = taught.vocabulary.reading();
        if (cut == 0) {
            rows.add(text.any_kind(dice), normalizer, taught.vocabulary);
        } else if (cut == 1) {
            rows.add_java_words(text.any_kind(dice), taught.vocabulary);
        } else {
            rows.add(text.any_kind(dice), tokenizer, taught.vocabulary);
        }
    }
    settle(dice, taught, rows);
    require(rows.size() == size, "each text has a row");
    require(rows.type_count() <= taught.vocabulary.types(), "rows have types that are there");
    return rows;
}

Batch random_batch(Dice& dice, Taught& taught, const Tokenizer& tokenizer) {
    const auto size = at(dice.between(0, 4));
    Batch batch{random_type_rows(dice, taught, tokenizer, size, false), {}};
    require(batch.hypotheses.complete(), "every hypothesis is there");
    for (std::int32_t sets = dice.between(1, 3); sets > 0; --sets) {
        batch.references.push_back(dice.one_in(4)
                                       ? batch.hypotheses
                                       : random_type_rows(dice, taught, tokenizer, size,
                                                          dice.one_in(2)));
    }
    return batch;
}

MeasureParameters random_parameters(Dice& dice, std::size_t stages) {
    MeasureParameters parameters;
    parameters.alpha = 0.9;
    parameters.alpha_ratio = {9, 10};
    parameters.beta = dice.one_of<double>({0, 0.9, 1, 3, 64, 1e9});
    parameters.gamma = 0.5;
    parameters.gamma_ratio = {1, 2};
    parameters.stepwise = dice.one_in(3);
    parameters.waive_perfect = dice.one_in(2);
    parameters.fits = true;
    parameters.has_delta = !parameters.stepwise && dice.one_in(2);
    parameters.delta_ratio = {dice.between(0, 10), 10};
    parameters.weights.assign(stages, 0.6);
    parameters.weight_numerators.assign(stages, 3);
    parameters.weight_denominator = 5;
    return parameters;
}

struct Results {
    std::vector<std::int64_t> counts;
    std::vector<double> measures;
    std::vector<std::int64_t> totals;
    Columns columns;

    Results(std::size_t size, std::size_t stages)
        : counts(count_columns(stages) * size),
          measures(6 * size),
          totals(count_columns(stages)),
          columns{counts.data(), measures.data(), totals.data(), size} {}
};

void check_results(const Results& results, const Batch& batch) {
    const std::size_t size = results.columns.size;
    for (std::size_t column = 0; column < results.totals.size(); ++column) {
        const std::int64_t* const first = results.counts.data() + column * size;
        require(results.totals[column] == std::accumulate(first, first + size, std::int64_t{0}),
                "totals are sums");
    }
    for (std::size_t row = 0; row < size; ++row) {
        if (std::none_of(batch.references.begin(), batch.references.end(),
                         [&](const TypeRows& rows) { return rows.has(row); })) {
            for (std::size_t column = 0; column < results.totals.size(); ++column) {
                require(results.counts[column * size + row] == 0, "nothing is counted of a gap");
            }
            continue;
        }
        const auto reference = static_cast<std::size_t>(results.counts[kReference * size + row]);
        require(reference < batch.references.size() && batch.references[reference].has(row),
                "the best reference is one of them");
        require(results.counts[(kChoices + kHypothesisLength) * size + row] ==
                        static_cast<std::int64_t>(batch.hypotheses.row(row).size()) &&
                    results.counts[(kChoices + kReferenceLength) * size + row] ==
                        static_cast<std::int64_t>(batch.references[reference].row(row).size()),
                "lengths are those of the rows");
    }
    require(std::all_of(results.measures.begin(), results.measures.end(),
                        [](double measure) { return 0 <= measure && measure <= 1; }),
            "measures are from 0 to 1");
}

// Rows whose pairs are few enough for a search over spans, which lists them.
bool has_short_rows(const Batch& batch) {
    const auto is_short = [](const TypeRows& rows) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows.row(row).size() > 150) {
                return false;
            }
        }
        return true;
    };
    return is_short(batch.hypotheses) &&
           std::all_of(batch.references.begin(), batch.references.end(), is_short);
}

SearchName random_search(Dice& dice, const Batch& batch) {
    if (has_short_rows(batch) && dice.one_in(2)) {
        return dice.one_in(2) ? SearchName::beam : SearchName::optimal_spans;
    }
    return dice.one_of<SearchName>({SearchName::greedy, SearchName::staged, SearchName::optimal,
                                    SearchName::optimal});
}

void check_scores(Dice& dice, Taught& taught, const Batch& batch, SegmentScorer& scorer) {
    const std::size_t stages = taught.identity.size();
    const MeasureParameters parameters = random_parameters(dice, stages);
    const CompiledTable compiled = random_table(dice, 1);
    const auto table = open_table(compiled.file, 4 * compiled.file.size());
    const auto last_stage = static_cast<std::int32_t>(stages) - 1;
    const SpanSettings spans{dice.one_of<std::int64_t>({1, 2, 40}), dice.between(-1, last_stage),
                             dice.between(-1, last_stage), dice.one_in(4) ? nullptr : table.get()};
    const ScoringTask task{random_search(dice, batch),
                           dice.one_of<std::int64_t>({0, 1, 500, 5000}), spans, &parameters,
                           &taught.vocabulary};
    std::vector<const TypeRows*> references;
    for (const TypeRows& rows : batch.references) {
        references.push_back(&rows);
    }
    Results results(batch.hypotheses.size(), stages);
    const auto lock = taught.vocabulary.reading();
    bool complete = true;
    for (std::size_t row = 0; row < batch.hypotheses.size(); ++row) {
        if (!scorer.score(task, row, batch.hypotheses, references, results.columns)) {
            complete = false;
            const auto there =
                std::count_if(references.begin(), references.end(),
                              [&](const TypeRows* rows) { return rows->has(row); });
            require(scorer.counts(task, row, batch.hypotheses, references).size() ==
                        static_cast<std::size_t>(there),
                    "there are counts against each reference");
        }
    }
    if (complete) {
        check_results(results, batch);
    }
}

}  // namespace

void TextCases::run(Dice& dice) {
    std::vector<bool> identity(at(dice.between(1, 4)));
    for (std::size_t stage = 0; stage < identity.size(); ++stage) {
        identity[stage] = dice.one_in(2);
    }
    Taught taught(std::move(identity));
    const Tokenizer& tokenizer = tokenizer_of(dice.one_of(all_rules));
    for (std::int32_t texts = dice.between(0, 3); texts > 0; --texts) {
        const StoredText text(random_code_points(dice));
        const std::vector<TokenSpan> tokens = checked_tokens(tokenizer, text);
        for (const TokenSpan token : tokens) {
            if (dice.one_in(3)) {
                teach_surface(dice, taught, encoded(text.code_points(), token));
            }
        }
        check_lookups(taught.vocabulary, taught.known, text, tokens);
    }
    check_refusals(dice, taught);
    check_surface_list(dice);
    check_keys(taught);
    check_scores(dice, taught, random_batch(dice, taught, tokenizer), scorer_);
    check_keys(taught);
}

}  // namespace meteorscope::fuzzing
