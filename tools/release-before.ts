import { rootOfCommit } from './program-of-commit.ts'

/**
 * The release that this one may run beside (`docs/running.md`, Upgrades): its last commit. The drill of an upgrade starts
 * its program, so each release that may run beside another one changes this line.
 */
export const RELEASE_BEFORE = '12521c511cd0c71d87686e02336d6561feab2079'

/** Where its program is once it is installed. */
export const RELEASE_BEFORE_ROOT = rootOfCommit(RELEASE_BEFORE)
