import type { ReactElement } from 'react'

const ITEM = '- '

/** A longer text: each line is a paragraph; lines that begin with `- ` are items of a list. */
export function Prose({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {blocksOf(text).map(({ isList, lines }) =>
        isList ? (
          <ul key={lines[0]}>
            {lines.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p key={lines[0]}>{lines[0]}</p>
        ),
      )}
    </>
  )
}

interface Block {
  readonly isList: boolean
  readonly lines: readonly string[]
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').filter(line => line !== '')) {
    const last = blocks.at(-1)
    const isList = line.startsWith(ITEM)
    if (!isList) blocks.push({ isList, lines: [line] })
    else if (last?.isList) blocks[blocks.length - 1] = { isList, lines: [...last.lines, line.slice(2)] }
    else blocks.push({ isList, lines: [line.slice(2)] })
  }
  return blocks
}
