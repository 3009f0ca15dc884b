import { build } from 'vite'

/** Builds all that the staff's browsers load. */
await build({ root: import.meta.dirname, logLevel: 'warn' })
