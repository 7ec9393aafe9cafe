// Drives the kernel with random and adversarial inputs, without Python; meant for a build with
// sanitizers, which end the program at the first wrong access or undefined step.
//
//     fuzz KIND SECONDS SEED    cases of that kind, or of "all", until the time is up
//
// Case after case has a seed of its own, one more than that before. Whatever ends the program, the
// seed of the present case is printed: begun with it, that case comes first, and with 0 seconds
// alone. One that takes the memory of the cases before it has to be begun where they began.

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "cases.hpp"

namespace meteorscope::fuzzing {

namespace {

// Where a handler of signals finds them.
std::string kind_of_case;
std::uint64_t first_seed = 0;
std::uint64_t seed_of_case = 0;

void tell_seed() {
    std::cerr << "fuzz: the case was: fuzz " << kind_of_case << " 0 " << seed_of_case
              << ", after those from seed " << first_seed << " on" << std::endl;
}

void end_on_signal(int signal) {
    tell_seed();
    _exit(128 + signal);
}

using Case = std::function<void(Dice&)>;

// Cases that keep their memory, which need not be copyable.
template <typename Cases>
Case kept() {
    return [cases = std::make_shared<Cases>()](Dice& dice) { cases->run(dice); };
}

std::map<std::string, Case> cases_by_kind() {
    return {
        {"search", kept<SearchCases>()},
        {"spans", kept<SpanCases>()},
        {"text", kept<TextCases>()},
        {"normalizer", kept<NormalizerCases>()},
        {"phrases", run_phrase_case},
        {"measures", run_measure_case},
        {"edits", run_edit_case},
        {"files", run_file_case},
        {"wordnet", run_wordnet_case},
        {"threads", run_thread_case},
    };
}

// Returns how many cases there were.
std::uint64_t run_until(const Case& run, std::chrono::steady_clock::time_point end,
                        std::uint64_t seed) {
    first_seed = seed;
    do {
        seed_of_case = seed;
        Dice dice(seed);
        run(dice);
        ++seed;
    } while (std::chrono::steady_clock::now() < end);
    return seed - first_seed;
}

int fuzz(const std::string& kind, double seconds, std::uint64_t seed) {
    std::map<std::string, Case> cases = cases_by_kind();
    const bool all = kind == "all";
    if (!all && cases.find(kind) == cases.end()) {
        std::cerr << "fuzz: there is no kind '" << kind << "'\n";
        return 2;
    }
    // Most of the time for the searches, where most of the code is.
    const std::map<std::string, double> shares{
        {"search", 0.3},    {"spans", 0.2},   {"text", 0.15},   {"normalizer", 0.05},
        {"phrases", 0.05},  {"edits", 0.05},  {"files", 0.05},  {"measures", 0.05},
        {"wordnet", 0.05},  {"threads", 0.05}};
    for (const auto& [name, run] : cases) {
        if (!all && name != kind) {
            continue;
        }
        kind_of_case = name;
        const std::chrono::duration<double> time(seconds * (all ? shares.at(name) : 1));
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
        const std::uint64_t count = run_until(run, end, seed);
        std::cout << "fuzz: " << name << ": " << count << " cases from seed " << seed << std::endl;
    }
    return 0;
}

}  // namespace

}  // namespace meteorscope::fuzzing

// Each sanitizer ends the program by a signal, which tells the seed.
extern "C" {
const char* __asan_default_options() { return "abort_on_error=1:detect_stack_use_after_return=1"; }
const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }
const char* __tsan_default_options() { return "abort_on_error=1:halt_on_error=1"; }
}

int main(int count, char** arguments) {
    using namespace meteorscope::fuzzing;
    if (count != 4) {
        std::cerr << "usage: fuzz KIND SECONDS SEED\n";
        return 2;
    }
    std::signal(SIGTERM, end_on_signal);
    std::signal(SIGABRT, end_on_signal);
    try {
        return fuzz(arguments[1], std::stod(arguments[2]), std::stoull(arguments[3]));
    } catch (const std::exception& error) {
        std::cerr << "fuzz: failed: " << error.what() << '\n';
        tell_seed();
        return 1;
    }
}
