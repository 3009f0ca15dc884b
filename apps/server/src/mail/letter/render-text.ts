import type { BillRow, Block, FooterLine, Letter } from './letter.ts'

const RULE = '─'.repeat(24)

/** The mail for programs that show no HTML. */
export function renderText({ site, blocks, footer }: Letter): string {
  return [site, RULE, ...blocks.map(textOf), RULE, footer.map(footerText).join('\n')].join('\n\n') + '\n'
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
    case 'bill': {
      const parts = [block.rows, block.deductions, [block.total]].filter(rows => rows.length > 0)
      return [`■ ${block.title}`, ...parts.map(rows => rows.map(rowText).join('\n'))].join('\n\n')
    }
    case 'link':
    case 'button':
      return `${block.label}\n${block.url}`
  }
}

function rowText({ label, amount }: BillRow): string {
  return `${label}: ${amount}`
}

function footerText({ text, url }: FooterLine): string {
  return url === undefined ? text : `${text}: ${url}`
}
