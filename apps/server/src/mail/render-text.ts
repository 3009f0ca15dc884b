import type { Block, Letter } from './letter.ts'

const RULE = '─'.repeat(24)

/** The mail for programs that show no HTML. */
export function renderText({ site, blocks, footer }: Letter): string {
  return [site, RULE, ...blocks.map(textOf), RULE, footer.join('\n')].join('\n\n') + '\n'
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return block.text
    case 'heading':
      return `■ ${block.text}`
    case 'facts': {
      const rows = block.rows.map(([label, ...lines]) => `${label}: ${lines.join('\n  ')}`)
      return [...(block.title === undefined ? [] : [`■ ${block.title}`]), ...rows].join('\n')
    }
    case 'button':
      return `${block.label}\n${block.url}`
  }
}
