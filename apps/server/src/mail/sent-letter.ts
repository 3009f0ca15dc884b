import { createHash } from 'node:crypto'

import type { Block, Fact, Letter } from './letter/letter.ts'

/**
 * A letter to a buyer as the staff may see it: nothing of it opens a page of theirs or a gate. A ticket is its kind and number, and a link its words.
 */
export function forStaff(letter: Letter): Letter {
  return {
    ...letter,
    blocks: letter.blocks.map(withoutKeys),
    footer: letter.footer.map(({ text }) => ({ text })),
    files: [],
  }
}

function withoutKeys(block: Block): Block {
  switch (block.kind) {
    case 'code':
      return { ...block, code: block.code.replaceAll(/\S/g, '•') }
    case 'tickets':
      return {
        kind: 'facts',
        title: block.title,
        rows: block.tickets.map(({ name, position }): Fact => [name, position]),
      }
    case 'link':
    case 'button':
      return { kind: 'paragraph', text: block.label }
    case 'facts':
      return {
        ...block,
        rows: block.rows.map(([label, ...lines]): Fact => [
          label,
          ...lines.map(line => (typeof line === 'string' ? line : line.text)),
        ]),
      }
    case 'paragraph':
    case 'heading':
    case 'small':
    case 'visit':
    case 'bill':
      return block
  }
}

/** Stands for the words of a letter, as the staff may see them; its colours and pictures are those of the day. */
export function digestOfLetter(letter: Letter): string {
  const { house: _, ...words } = forStaff(letter)
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22)
}
