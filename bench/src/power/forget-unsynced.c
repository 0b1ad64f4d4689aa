/*
 * A library that is preloaded into a server for simulated power cuts. Before a file below FORGET_FOLDER is changed, its
 * old content is written to a journal, and each sync of the file as well. forget-unsynced.ts uses the journal to undo
 * unsynced changes. Journal records (native byte order):
 *   u32 kind, u32 path length, u64 offset, u64 length, u64 old size, u32 bytes, path, old bytes
 * FORGET_SYNCS simulates a disk that reports "synced" too early: the reference that loses reports.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITTEN = 1, SYNCED = 2, CREATED = 3, REMOVED = 4, RENAMED = 5, FOLDER_SYNCED = 6 };

struct record {
  uint32_t kind;
  uint32_t path_length;
  uint64_t offset;
  /* How many bytes are written. */
  uint64_t length;
  uint64_t old_size;
  uint32_t bytes;
} __attribute__((packed));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static int lying = 0;
static char folder[PATH_MAX];
static size_t folder_length;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static void fail(const char *what) {
  dprintf(2, "forget-unsynced: %s: %s\n", what, strerror(errno));
  abort();
}

__attribute__((constructor)) static void begin(void) {
  const char *watched = getenv("FORGET_FOLDER"), *file = getenv("FORGET_JOURNAL");
  if (!watched || !file) return;
  if (!realpath(watched, folder)) fail(watched);
  folder_length = strlen(folder);
  lying = getenv("FORGET_SYNCS") != NULL;
  journal = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal < 0) fail(file);
}

static int below(const char *path) {
  return strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

/* SQLite's shared memory and the kernel's locks have no meaning after a cut; logs are not part of the data. */
static int kept(const char *path) {
  size_t length = strlen(path);
  return below(path) && !(length > 4 && (!strcmp(path + length - 4, "-shm") || !strcmp(path + length - 4, ".log")));
}

/* Identifies the file by its current path in the kernel, so that a rename keeps its history. */
static int path_of(int fd, char *path) {
  if (journal < 0) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return 1;
}

static void put(struct record head, const char *path, const void *old) {
  head.path_length = strlen(path);
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path_length}, {(void *)old, head.bytes}};
  ssize_t whole = sizeof head + head.path_length + head.bytes;
  if (REAL(writev)(journal, parts, 3) != whole) fail("journal");
}

/* Journals the content of [offset, offset + bytes) before it is overwritten. */
static void keep(const char *path, int fd, off_t offset, size_t bytes) {
  struct stat state;
  if (fstat(fd, &state) != 0 || !S_ISREG(state.st_mode) || state.st_nlink == 0) return;
  size_t there = offset < state.st_size ? (size_t)(state.st_size - offset) : 0;
  if (there > bytes) there = bytes;
  char *old = malloc(there + 1);
  if (!old) fail("memory");
  size_t got = 0;
  if (there > 0) {
    /* The file may be open for writing only. */
    int reader = REAL(open)(path, O_RDONLY | O_CLOEXEC);
    if (reader < 0) fail(path);
    while (got < there) {
      ssize_t part = pread(reader, old + got, there - got, offset + got);
      if (part <= 0) break;
      got += part;
    }
    close(reader);
  }
  uint64_t length = bytes == SIZE_MAX ? 0 : bytes;
  put((struct record){.kind = WRITTEN, .offset = offset, .length = length, .old_size = state.st_size, .bytes = got}, path, old);
  free(old);
}

static off_t place_of(int fd) {
  int flags = fcntl(fd, F_GETFL);
  struct stat state;
  if (flags >= 0 && (flags & O_APPEND) && fstat(fd, &state) == 0) return state.st_size;
  return lseek(fd, 0, SEEK_CUR);
}

static size_t total(const struct iovec *parts, int count) {
  size_t bytes = 0;
  for (int at = 0; at < count; at += 1) bytes += parts[at].iov_len;
  return bytes;
}

/* Changes and their journal records must have the same order. */
#define CHANGING(type, fd, offset, bytes, call)              \
  char path[PATH_MAX];                                       \
  if (!path_of(fd, path) || !kept(path)) return call;        \
  pthread_mutex_lock(&lock);                                 \
  keep(path, fd, offset, bytes);                             \
  type result = call;                                        \
  int error = errno;                                         \
  pthread_mutex_unlock(&lock);                               \
  errno = error;                                             \
  return result;

ssize_t write(int fd, const void *data, size_t bytes) {
  CHANGING(ssize_t, fd, place_of(fd), bytes, REAL(write)(fd, data, bytes))
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  CHANGING(ssize_t, fd, place_of(fd), total(parts, count), REAL(writev)(fd, parts, count))
}
ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  CHANGING(ssize_t, fd, offset, bytes, REAL(pwrite)(fd, data, bytes, offset))
}
ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t offset) {
  CHANGING(ssize_t, fd, offset, bytes, REAL(pwrite64)(fd, data, bytes, offset))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  CHANGING(ssize_t, fd, offset, total(parts, count), REAL(pwritev)(fd, parts, count, offset))
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  CHANGING(ssize_t, fd, offset, total(parts, count), REAL(pwritev64)(fd, parts, count, offset))
}
int ftruncate(int fd, off_t size) {
  CHANGING(int, fd, size, SIZE_MAX, REAL(ftruncate)(fd, size))
}
int ftruncate64(int fd, off64_t size) {
  CHANGING(int, fd, size, SIZE_MAX, REAL(ftruncate64)(fd, size))
}
/* Writes before the start of the sync are durable; writes during the sync may not be. */
static int synced(int fd, int (*sync)(int)) {
  char path[PATH_MAX];
  struct stat state;
  if (!path_of(fd, path) || fstat(fd, &state) != 0) return sync(fd);
  int is_folder = S_ISDIR(state.st_mode) && (below(path) || !strcmp(path, folder));
  if (!is_folder && !kept(path)) return sync(fd);
  if (lying) return 0;
  pthread_mutex_lock(&lock);
  int result = sync(fd), error = errno;
  if (result == 0) put((struct record){.kind = is_folder ? FOLDER_SYNCED : SYNCED}, path, "");
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

static void absolute(int at, const char *path, char *whole) {
  char base[PATH_MAX];
  if (path[0] == '/') base[0] = 0;
  else if (at == AT_FDCWD) { if (!getcwd(base, sizeof base)) fail("getcwd"); }
  else if (!path_of(at, base)) fail("folder");
  snprintf(whole, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path);
}

static int opened(int at, const char *path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  if (journal < 0 || !(flags & (O_CREAT | O_TRUNC))) return REAL(openat)(at, path, flags, mode);
  absolute(at, path, whole);
  if (!kept(whole)) return REAL(openat)(at, path, flags, mode);
  pthread_mutex_lock(&lock);
  struct stat state;
  int there = stat(whole, &state) == 0;
  if (there && (flags & O_TRUNC) && state.st_size > 0) {
    int fd = REAL(open)(whole, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) { keep(whole, fd, 0, SIZE_MAX); close(fd); }
  }
  int result = REAL(openat)(at, path, flags, mode), error = errno;
  if (result >= 0 && !there && (flags & O_CREAT)) put((struct record){.kind = CREATED}, whole, "");
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
#define MODE mode_t mode = 0; if (flags & O_CREAT) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }
int open(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int at, const char *path, int flags, ...) { MODE return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE return opened(at, path, flags | O_LARGEFILE, mode); }

/* Journals the whole removed file, so that the cut can restore it. */
static void keep_whole(const char *path) {
  struct stat state;
  int fd = REAL(open)(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (fstat(fd, &state) == 0 && S_ISREG(state.st_mode)) {
    char *old = malloc(state.st_size + 1);
    if (!old || pread(fd, old, state.st_size, 0) != state.st_size) fail(path);
    put((struct record){.kind = REMOVED, .old_size = state.st_size, .bytes = state.st_size}, path, old);
    free(old);
  }
  close(fd);
}

static int removed(int at, const char *path, int flags) {
  char whole[PATH_MAX];
  if (journal < 0) return REAL(unlinkat)(at, path, flags);
  absolute(at, path, whole);
  if (!kept(whole) || (flags & AT_REMOVEDIR)) return REAL(unlinkat)(at, path, flags);
  pthread_mutex_lock(&lock);
  keep_whole(whole);
  int result = REAL(unlinkat)(at, path, flags), error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return removed(at, path, flags); }

/* A rename replaces the file at the new name, which is journalled as removed. */
static int renamed(int from_at, const char *from, int to_at, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  if (journal < 0) return REAL(renameat)(from_at, from, to_at, to);
  absolute(from_at, from, old_path);
  absolute(to_at, to, new_path);
  if (!kept(old_path) || !kept(new_path)) return REAL(renameat)(from_at, from, to_at, to);
  pthread_mutex_lock(&lock);
  keep_whole(new_path);
  int result = REAL(renameat)(from_at, from, to_at, to), error = errno;
  if (result == 0) put((struct record){.kind = RENAMED, .bytes = strlen(new_path)}, old_path, new_path);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_at, const char *from, int to_at, const char *to) { return renamed(from_at, from, to_at, to); }
