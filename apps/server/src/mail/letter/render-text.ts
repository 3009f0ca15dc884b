import type { BillRow, Block, FactLine, FooterLine, Letter } from './letter.ts'
import { wrapText } from './wrap-text.ts'

const RULE = '─'.repeat(24)

/** The mail for programs that show no HTML: the same facts in the same order, in lines that such programs show whole. */
export function renderText({ site, title, blocks, footer }: Letter): string {
  const parts = [site, RULE, `■ ${title}`, ...blocks.map(textOf), RULE, footer.map(footerText).join('\n')]
  return `${parts.map(part => wrapText(part)).join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return block.text
    case 'heading':
      return `■ ${block.text}`
    case 'code':
      return `  ${block.code}`
    case 'visit':
      return [block.name, ...block.lines].map(line => `  ${line}`).join('\n')
    case 'facts': {
      const rows = block.rows.map(([label, ...lines]) => `${label}: ${lines.map(lineText).join('\n  ')}`)
      return [...(block.title === undefined ? [] : [`■ ${block.title}`]), ...rows].join('\n')
    }
    case 'tickets': {
      const rows = block.tickets.map(({ name, position, readable }) => `${name} ${position}: ${readable}`)
      return [`■ ${block.title}`, wrapText(block.note), rows.join('\n')].join('\n\n')
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

function lineText(line: FactLine): string {
  return typeof line === 'string' ? line : `${line.text}\n  ${line.url}`
}

function rowText({ label, amount }: BillRow): string {
  return `${label}: ${amount}`
}

function footerText({ text, url }: FooterLine): string {
  return url === undefined ? text : `${text}: ${url}`
}
