#!/bin/sh
# A machine within this one, with nothing of it but the kernel: its root is the folder $1, its network the one that it is started in.
# It says so in the file $2 when it is there, and lives until it is killed, with all that was started in it.
set -eu
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# The engine keeps its locks there: not those of this machine.
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t sysfs sysfs "$root/sys"
# The second kind alone: an engine refuses a machine that has both.
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
: > "$2"
# An engine changes the root of its containers in the same way, which works in a real root alone, and in none of chroot.
cd "$root"
mkdir -p before
pivot_root . before
umount -l /before
exec sleep infinity
