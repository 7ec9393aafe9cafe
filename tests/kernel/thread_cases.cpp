#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "texts.hpp"

namespace meteorscope::fuzzing {

namespace {

constexpr std::size_t thread_count = 8;

// What threads share. A word's keys depend on the word alone, so that whoever comes first makes no
// difference; the numbers of types do depend on it, and decide nothing.
struct Shared {
    CharacterClasses classes;
    std::unique_ptr<Tokenizer> tokenizer;
    Vocabulary vocabulary{{true, false}};
    std::mutex analysing;

    Shared() {
        classes.add_page(0, page_of_classes(0));
        tokenizer = std::make_unique<Tokenizer>(TokenRules::words, classes);
    }
};

void teach(Shared& shared, const SurfaceList& unknown) {
    const std::lock_guard<std::mutex> one_at_a_time(shared.analysing);
    const auto lock = shared.vocabulary.writing();
    for (std::size_t index = 0; index < unknown.size(); ++index) {
        const std::string surface(unknown[index]);
        if (shared.vocabulary.find(surface) != Vocabulary::unknown) {
            continue;  // another thread was first
        }
        const auto stem = static_cast<std::int32_t>(static_cast<unsigned char>(surface.front()));
        const IntegerSpan key(&stem, 1);
        const std::int32_t type =
            shared.vocabulary.add_type({{}, {key, key}}, surface.size() == 1);
        shared.vocabulary.add_surface(surface, type);
    }
}

TypeRows rows_of(Shared& shared, const std::vector<StoredText>& texts) {
    TypeRows rows;
    for (const StoredText& stored : texts) {
        const Text text = stored.kinds().back();
        for (const std::int32_t page : shared.classes.missing_pages(text)) {
            shared.classes.add_page(page, page_of_classes(page));
        }
        const auto lock = shared.vocabulary.reading();
        rows.add(text, *shared.tokenizer, shared.vocabulary);
    }
    teach(shared, rows.unknown());
    const auto lock = shared.vocabulary.reading();
    rows.settle(shared.vocabulary);
    return rows;
}

struct Scores {
    std::vector<std::int64_t> counts;
    std::vector<double> measures;
    std::vector<std::int64_t> totals;

    bool operator==(const Scores& other) const {
        return counts == other.counts && measures == other.measures && totals == other.totals;
    }
};

MeasureParameters classic_parameters() {
    MeasureParameters parameters;
    parameters.alpha = 0.9;
    parameters.beta = 3;
    parameters.gamma = 0.5;
    parameters.fits = true;
    parameters.alpha_ratio = {9, 10};
    parameters.gamma_ratio = {1, 2};
    parameters.weights = {1, 1};
    parameters.weight_numerators = {1, 1};
    return parameters;
}

struct Segments {
    std::vector<StoredText> hypotheses;
    std::vector<StoredText> references;
};

Scores score(Shared& shared, const Segments& segments) {
    thread_local SegmentScorer scorer;
    const MeasureParameters parameters = classic_parameters();
    const ScoringTask task{SearchName::optimal, 2000, {}, &parameters, &shared.vocabulary};
    const std::size_t size = segments.hypotheses.size();
    const TypeRows hypotheses = rows_of(shared, segments.hypotheses);
    const TypeRows references = rows_of(shared, segments.references);
    const std::size_t counts = count_columns(static_cast<std::size_t>(shared.vocabulary.stages()));
    Scores scores{std::vector<std::int64_t>(counts * size), std::vector<double>(6 * size),
                  std::vector<std::int64_t>(counts)};
    const Columns columns{scores.counts.data(), scores.measures.data(), scores.totals.data(), size};
    const auto lock = shared.vocabulary.reading();
    for (std::size_t row = 0; row < size; ++row) {
        require(scorer.score(task, row, hypotheses, {&references}, columns), "numbers fit");
    }
    return scores;
}

Segments some_segments(Dice& dice) {
    Segments segments;
    for (std::int32_t size = dice.between(1, 6); size > 0; --size) {
        for (auto* const side : {&segments.hypotheses, &segments.references}) {
            CodePoints text = random_code_points(dice);
            text.resize(std::min<std::size_t>(text.size(), 300));
            side->emplace_back(std::move(text));
        }
    }
    return segments;
}

}  // namespace

void run_thread_case(Dice& dice) {
    std::vector<Segments> of_thread;
    for (std::size_t number = 0; number < thread_count; ++number) {
        // Every other thread meets the words of the one before, at the same time.
        of_thread.push_back(number % 2 == 0 ? some_segments(dice) : of_thread.back());
    }
    Shared shared;
    std::vector<std::optional<Scores>> found(thread_count);
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < thread_count; ++number) {
        threads.emplace_back([&shared, &found, &of_thread, number] {
            found[number] = score(shared, of_thread[number]);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t number = 0; number < thread_count; ++number) {
        Shared alone;
        require(found[number] == score(alone, of_thread[number]),
                "threads score what one alone scores");
    }
}

}  // namespace meteorscope::fuzzing
