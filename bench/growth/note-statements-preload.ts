import { noteStatements } from './note-statements.ts'

/** Preloaded into a store. */
const file = process.env['BENCH_STATEMENTS_FILE']
if (file !== undefined) noteStatements(file)
