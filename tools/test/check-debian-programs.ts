import { missingDebianPrograms } from './debian-programs.ts'

const complaint = missingDebianPrograms()
if (complaint !== undefined) console.error(complaint)
process.exit(complaint === undefined ? 0 : 1)
