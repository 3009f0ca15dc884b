import type { HouseAsked, HouseShape } from '@kippu/contract/console/house'

/** A value that somebody types, before it is whole: an empty text may stand for nothing. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A new value of a form, with nothing in it. */
export function emptyOf(shape: HouseShape): unknown {
  switch (shape.kind) {
    case 'text':
    case 'number':
      return ''
    case 'flag':
      return false
    case 'choice':
      return shape.values[0]
    case 'list':
      return []
    case 'fields':
      return {}
  }
}

/** The typed value as `site.json` says it; undefined: left out. */
export function typedValue({ shape, empty }: HouseAsked, value: unknown): unknown {
  const nothing = empty === 'null' ? null : undefined
  switch (shape.kind) {
    case 'text':
    case 'choice': {
      const text = typeof value === 'string' ? value.trim() : ''
      return text === '' && empty !== 'refused' ? nothing : text
    }
    case 'number':
      return value === '' || value === undefined || value === null ? nothing : Number(value)
    case 'flag':
      return value === true
    case 'list':
      return listIn(value).map(item => typedValue({ shape: shape.item, empty: 'refused' }, item))
    case 'fields': {
      const fields = isFields(value) ? value : {}
      const entries = Object.entries(shape.fields).flatMap(([name, asked]) => {
        const typed = typedValue(asked, fields[name])
        return typed === undefined ? [] : [[name, typed] as const]
      })
      const isEmpty = entries.every(([, typed]) => typed === null || typed === '' || isEmptyFields(typed))
      return isEmpty && empty !== 'refused' ? nothing : Object.fromEntries(entries)
    }
  }
}

function isEmptyFields(value: unknown): boolean {
  return isFields(value) && Object.values(value).every(inner => inner === '' || inner === null)
}

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A moment as a field of the browser has it, `2027-03-20T10:00` in Japan; empty where it is none. */
export function momentTyped(value: string): string {
  const at = Date.parse(value)
  return Number.isNaN(at) ? '' : CLOCK.format(at).replace(' ', 'T')
}

/** The same as `site.json` says it. */
export function momentOf(typed: string): string {
  return typed === '' ? '' : `${typed}:00+09:00`
}
