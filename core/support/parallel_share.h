// SPDX-License-Identifier: Apache-2.0
// How much work a worker is woken for.
#ifndef DNNLET_CORE_SUPPORT_PARALLEL_SHARE_H
#define DNNLET_CORE_SUPPORT_PARALLEL_SHARE_H

namespace dnnlet {

// Nanoseconds of work that a worker must have to be worth waking: threads that wait for it in a
// loop begin within one microsecond. Tests, whose cases of a few elements are to be shared, set 0.
int least_share() noexcept;
void set_least_share(int nanoseconds) noexcept;
// At most `most`, and none that would have less to do.
int workers_worth(double nanoseconds, int most) noexcept;

}  // namespace dnnlet

#endif
