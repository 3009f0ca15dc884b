import { installProgramOf } from './program-of-commit.ts'
import { RELEASE_BEFORE } from './release-before.ts'

installProgramOf(RELEASE_BEFORE)
