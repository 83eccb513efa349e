// Work without Python's lock, of which Python knows when it ends.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "kozyr/limits.hpp"

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

/// The result of work(limits), without the GIL. It is limited by its seconds and by Ctrl-C, which Python notices only
/// when asked with the GIL held.
template <class Work>
auto search(std::optional<double> seconds, Work work) {
    static constexpr auto pause = std::chrono::milliseconds(50);
    if (seconds && !(*seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    Limits limits;
    if (seconds && *seconds < 1e9)
        limits.deadline =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    std::atomic<bool> signalled{false};
    limits.stop = &signalled;
    limits.poll = [&signalled, caller = std::this_thread::get_id(), next = Clock::now() + pause]() mutable {
        if (ending) return true;
        if (caller != std::this_thread::get_id() || Clock::now() < next) return false;
        next = Clock::now() + pause;
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) signalled = true;  // its exception waits in this thread
        return signalled.load();
    };
    auto found = [&] {
        const Released released;
        return work(limits);
    }();
    if (signalled) throw nanobind::python_error();
    return found;
}

}  // namespace kozyr::python
