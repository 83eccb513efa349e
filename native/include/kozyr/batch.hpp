// Many positions, several threads. Each thread has a solver of its own and takes the next position that is free; since
// a solver's answer depends on the position alone, the answers do not depend on the number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kozyr {

/// Calls work(solver, i) for i = 0 .. count-1. Validate before: an exception stops the batch and is thrown here.
template <class Solver, class Work>
void batch(std::size_t count, unsigned threads, Work work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&] {
        try {
            Solver solver;
            for (std::size_t i; (i = next.fetch_add(1)) < count;) work(solver, i);
        } catch (...) {
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    if (threads > count) threads = static_cast<unsigned>(count);
    std::vector<std::thread> pool;
    try {
        for (unsigned i = 1; i < threads; ++i) pool.emplace_back(run);
    } catch (const std::exception&) {
        // The system gives no more threads: those that run do the work.
    }
    run();
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace kozyr
