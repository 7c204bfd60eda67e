// SPDX-License-Identifier: Apache-2.0
#include "peer_process.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool.h"

namespace bench {

peer_process::peer_process(const std::string &command, const std::string &isa) {
  int down[2], up[2];
  if (command.empty() || pipe(down) != 0) return;
  if (pipe(up) != 0) {
    close(down[0]);
    close(down[1]);
    return;
  }
  signal(SIGPIPE, SIG_IGN);  // a peer that died answers nothing
  process_ = fork();
  if (process_ == 0) {
    dup2(down[0], STDIN_FILENO);
    dup2(up[1], STDOUT_FILENO);
    for (const int end : {down[0], down[1], up[0], up[1]}) close(end);
    if (!isa.empty()) setenv("ONEDNN_MAX_CPU_ISA", isa.c_str(), 1);
    setenv("OMP_PROC_BIND", "true", 0);  // its threads stay where they are put, as ours
    leave_processor();
    execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  to_ = fdopen(down[1], "w");
  from_ = fdopen(up[0], "r");
}

peer_process::~peer_process() {
  if (to_) fclose(to_);
  if (from_) fclose(from_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

std::string peer_process::ask(const std::string &command) {
  char line[512];
  if (!to_ || fprintf(to_, "%s\n", command.c_str()) < 0 || fflush(to_) != 0 ||
      !fgets(line, sizeof line, from_))
    return {};
  std::string answer = line;
  answer.erase(answer.find_last_not_of('\n') + 1);
  return answer;
}

std::string peer_process::prepare(size_t row, int threads) {
  const std::string answer = ask("prepare " + std::to_string(row) + " " + std::to_string(threads));
  return answer.rfind("kernel ", 0) == 0 ? answer.substr(7) : std::string();
}

double peer_process::measure(double seconds) {
  return strtod(ask("measure " + std::to_string(seconds)).c_str(), nullptr);
}

}  // namespace bench
