// Work without Python's lock, of which Python knows when it ends.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace kozyr::python {

inline std::atomic<int> searching{0};    // threads without the GIL
inline std::atomic<bool> ending{false};  // of Python

/// A daemon thread that searches while Python ends cannot go back to it and sleeps here until the process is gone. What
/// it holds has not leaked.
[[noreturn]] inline void stay() {
    nanobind::set_leak_warnings(false);
    --searching;
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Without the GIL while it lives.
class Released {
public:
    Released() : state_((++searching, PyEval_SaveThread())) {
        if (ending) stay();
    }
    ~Released() {
        if (ending) stay();
        PyEval_RestoreThread(state_);
        --searching;
    }
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

private:
    PyThreadState* state_;
};

}  // namespace kozyr::python
