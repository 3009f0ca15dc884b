import { installReleaseBefore } from './release-before.ts'

installReleaseBefore()
