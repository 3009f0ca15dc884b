/**
 * Preloaded (`node --import`) into the programs that `npm start` runs. When the launcher is killed, even by SIGKILL,
 * its channel closes, and the program ends as if asked to, instead of holding its port for ever.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
