// The Python module meteor_core._kernel: what of the kernel Python sees, one function a subject.

#include <cfloat>
#include <exception>

#include <nanobind/nanobind.h>

namespace meteorscope {

void bind_text(nanobind::module_& module);
void bind_measures(nanobind::module_& module);
void bind_scorer(nanobind::module_& module);
void bind_words(nanobind::module_& module);
void bind_wordnet(nanobind::module_& module);
void bind_phrases(nanobind::module_& module);
void bind_normalizer(nanobind::module_& module);
void bind_files(nanobind::module_& module);
void bind_rows(nanobind::module_& module);
void translate_too_many_candidates(const std::exception_ptr& thrown, void*);

}  // namespace meteorscope

// Doubles that are kept with more digits than they have would not be Python's, bit for bit.
static_assert(FLT_EVAL_METHOD == 0, "the kernel needs arithmetic in plain doubles");

NB_MODULE(_kernel, module) {
    module.doc() = "The compiled kernel of meteor_core.";
    // What threads, caches and modules hold when a process ends is not freed on purpose.
    nanobind::set_leak_warnings(false);
    // Compared with meteor_core's: an extension of another version is not used.
    module.attr("VERSION") = METEORSCOPE_VERSION;
    nanobind::register_exception_translator(&meteorscope::translate_too_many_candidates);
    meteorscope::bind_text(module);
    meteorscope::bind_measures(module);
    meteorscope::bind_scorer(module);
    meteorscope::bind_wordnet(module);
    meteorscope::bind_words(module);
    meteorscope::bind_phrases(module);
    meteorscope::bind_normalizer(module);
    meteorscope::bind_files(module);
    meteorscope::bind_rows(module);
}
