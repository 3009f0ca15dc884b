import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../start/root.ts'

/** Files that moved: a line each, with the old path, a tab and the new path. */
const MOVES = path.join(ROOT, 'docs', 'evidence', 'moves.tsv')

/**
 * Where the program of a commit has a file of today.
 * @param root folder of that program.
 * @throws when it has no such file.
 */
export function placeIn(root: string, file: string, readMoves = () => readFileSync(MOVES, 'utf8')): string {
  if (existsSync(path.join(root, file))) return file
  const moves = readMoves()
    .split('\n')
    .map(line => line.split('\t'))
  const before = moves.find(([, now]) => now === file)?.[0]
  if (before === undefined || !existsSync(path.join(root, before)))
    throw new Error(`${root} has no ${file}, and none that became it`)
  return before
}
