// simdjson On-Demand: reads the fields of every event of a log, with two threads, and does nothing with them.
// Prints how many events it met and its own clock (mapping and reading; not the tear-down) as one JSON object.
#include <simdjson.h>

#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace {

struct Log {
  const char *bytes;
  size_t size;
};

struct Tally {
  long events = 0, onboarding = 0;
  double duration = 0;
  size_t lengths = 0;
};

// A file in memory with a readable page behind it, since simdjson looks a little past the end.
Log open_log(const char *name) {
  const int file = open(name, O_RDONLY);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) { perror(name); exit(1); }
  const size_t size = facts.st_size;
  void *room = mmap(nullptr, size + 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *bytes = mmap(room, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
  if (room == MAP_FAILED || bytes == MAP_FAILED) { perror(name); exit(1); }
  return {static_cast<const char *>(bytes), size};
}

void read_fields(const Log &log, Tally &tally) {
  using namespace simdjson;
  ondemand::parser parser;
  ondemand::document_stream documents;
  if (parser.iterate_many(log.bytes, log.size, 1 << 20).get(documents)) { return; }
  for (auto document : documents) {
    std::string_view user, event, step, variant, time, id;
    double duration = 0;
    ondemand::object object;
    if (document.get_object().get(object)) { continue; }
    tally.events++;
    for (auto field : object) {
      const std::string_view key = field.unescaped_key().value();
      if (key == "event") { event = field.value().get_string(); }
      else if (key == "user_id") { user = field.value().get_string(); }
      else if (key == "step_id") { step = field.value().get_string(); }
      else if (key == "variant") { variant = field.value().get_string(); }
      else if (key == "timestamp") { time = field.value().get_string(); }
      else if (key == "event_id") { id = field.value().get_string(); }
      else if (key == "duration_seconds") { duration = field.value().get_double(); }
    }
    if (event.substr(0, 10) == "onboarding") {
      tally.onboarding++;
      tally.duration += duration;
      tally.lengths += user.size() + step.size() + variant.size() + time.size() + id.size();
    }
  }
}

}  // namespace

int main(int count, char **names) {
  const size_t workers = 2;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Log> logs;
  for (int i = 1; i < count; i++) { logs.push_back(open_log(names[i])); }
  std::vector<Tally> tallies(logs.size());
  std::vector<std::thread> threads;
  for (size_t worker = 0; worker < workers; worker++) {
    threads.emplace_back([&, worker] {
      for (size_t i = worker; i < logs.size(); i += workers) { read_fields(logs[i], tallies[i]); }
    });
  }
  for (auto &thread : threads) { thread.join(); }
  Tally all;
  for (const auto &tally : tallies) {
    all.events += tally.events;
    all.onboarding += tally.onboarding;
    all.duration += tally.duration;
    all.lengths += tally.lengths;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  printf("{\"version\": \"simdjson %d.%d.%d (%s)\", \"seconds\": %.6f, \"events\": %ld, \"onboarding\": %ld, "
         "\"duration\": %.1f, \"lengths\": %zu}\n",
         simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR, simdjson::SIMDJSON_VERSION_REVISION,
         simdjson::get_active_implementation()->name().c_str(), seconds, all.events, all.onboarding, all.duration,
         all.lengths);
}
