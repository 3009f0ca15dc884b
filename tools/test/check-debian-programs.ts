import { missingDebianPrograms } from './debian-programs.ts'

/** The command line names those that are needed. */
const complaint = missingDebianPrograms(process.argv.slice(2))
if (complaint !== undefined) console.error(complaint)
process.exit(complaint === undefined ? 0 : 1)
