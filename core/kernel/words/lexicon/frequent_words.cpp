#include "words/lexicon/frequent_words.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "base/compiler.hpp"
#include "words/lexicon/crc32.hpp"

namespace meteorscope {

namespace {

constexpr std::string_view magic_of_frequent_words = "METEORFW";
constexpr std::size_t bytes_of_number = sizeof(std::int32_t);
constexpr std::size_t frequent_head_size = 7;  // numbers, with the two of the magic
constexpr std::uint32_t most_bits_of_bucket = 24;

}  // namespace

FrequentWords::FrequentWords(std::string_view content) {
    std::array<std::uint32_t, frequent_head_size> head{};
    if (content.size() < sizeof(head) ||
        content.substr(0, magic_of_frequent_words.size()) != magic_of_frequent_words) {
        throw std::invalid_argument("these are not the frequent words");
    }
    std::memcpy(head.data(), content.data(), sizeof(head));
    bucket_bits_ = head[2];
    entries_ = head[3];
    synset_count_ = head[4];
    const std::uint64_t buckets =
        bucket_bits_ <= most_bits_of_bucket ? (std::uint64_t{1} << bucket_bits_) + 1 : 0;
    const std::uint64_t records = record_size * (std::uint64_t{entries_} + 1);
    const std::uint64_t numbers = frequent_head_size + buckets + records + synset_count_;
    if (buckets == 0 || numbers * bytes_of_number + head[5] + head[6] != content.size()) {
        throw std::invalid_argument("the frequent words are cut off, or something is behind them");
    }
    buckets_ = reinterpret_cast<const std::int32_t*>(content.data()) + frequent_head_size;
    records_ = buckets_ + buckets;
    synsets_ = records_ + records;
    resources_ = content.substr(numbers * bytes_of_number, head[5]);
    text_ = content.substr(numbers * bytes_of_number + head[5]);
}

const std::int32_t* FrequentWords::bucket_of(std::string_view word) const {
    return buckets_ + (std::uint64_t{crc32(word)} >> (32 - bucket_bits_));
}

std::vector<FrequentWord> FrequentWords::find_words(const SurfaceList& words,
                                                   std::size_t first) const {
    constexpr std::size_t batch_size = 32;
    std::array<const std::int32_t*, batch_size> buckets;
    std::vector<FrequentWord> found(words.size() - first);
    for (std::size_t start = 0; start < found.size(); start += batch_size) {
        const std::size_t size = std::min(batch_size, found.size() - start);
        for (std::size_t at = 0; at < size; ++at) {
            buckets[at] = bucket_of(words[first + start + at]);
            prefetch(buckets[at]);
        }
        for (std::size_t at = 0; at < size; ++at) {
            prefetch(record(*buckets[at]));
        }
        for (std::size_t at = 0; at < size; ++at) {
            prefetch(text_.data() + record(*buckets[at])[0]);
        }
        for (std::size_t at = 0; at < size; ++at) {
            const std::int32_t entry = find(words[first + start + at], buckets[at]);
            if (entry != unknown) {
                found[start + at] = word_of(entry);
            }
        }
    }
    return found;
}

std::int32_t FrequentWords::find(std::string_view word, const std::int32_t* bucket) const {
    for (std::int32_t entry = bucket[0]; entry < bucket[1]; ++entry) {
        const auto begin = static_cast<std::size_t>(record(entry)[0]);
        const auto end = static_cast<std::size_t>(record(entry + 1)[0]);
        if (end - begin == word.size() && end <= text_.size() &&
            std::memcmp(text_.data() + begin, word.data(), word.size()) == 0) {
            return entry;
        }
    }
    return unknown;
}

FrequentWord FrequentWords::word_of(std::int32_t entry) const {
    const std::int32_t* const own = record(entry);
    if (own[1] < 0) {
        return {};  // it is only a stem
    }
    const auto begin = static_cast<std::size_t>(own[2]);
    const auto end = static_cast<std::size_t>(record(entry + 1)[2]);
    return {{own + 1, 1}, {synsets_ + begin, end - begin}};
}

}  // namespace meteorscope
