#!/bin/sh
# Runs a command as root in namespaces of its own: what it makes of networks, mounts and processes ends with it.
# shellcheck disable=SC2016
exec unshare --net --mount --pid --fork --kill-child --mount-proc sh -c '
  ip link set lo up
  mkdir -p /run/netns
  mount -t tmpfs none /run/netns
  # Not exec: the first process of its namespace has to take up those whose parents have ended.
  "$@"
  exit $?
' sh "$@"
