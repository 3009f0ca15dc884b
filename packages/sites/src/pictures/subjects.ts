import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

import type { Site } from '../site.ts'

/** The file of a site's folder that says what of each picture no frame may cut. */
export const PICTURES_FILE = 'pictures.json'

const percent = v.pipe(
  v.number('is not a number'),
  v.minValue(0, 'is less than 0'),
  v.maxValue(100, 'is more than 100'),
)
const part = v.pipe(
  v.strictTuple([percent, percent, percent, percent], 'is not left, top, right and bottom in percent'),
  v.check(([left, top, right, bottom]) => left < right && top < bottom, 'has no width or no height'),
)
const SubjectSchema = v.strictObject({
  /** The motif of the picture: each frame shows it in whole. */
  subject: part,
  /** Parts beside it: a frame shows each in whole or not at all. */
  whole: v.optional(v.array(part, 'is not a list'), []),
})
export type PictureSubject = Readonly<v.InferOutput<typeof SubjectSchema>>

const PicturesSchema = v.record(v.string(), SubjectSchema)

/** The pictures of a folder by their names, or what is wrong with the file that says so. */
export function readPictures(
  json: unknown,
):
  | { readonly value: Readonly<Record<string, PictureSubject>> }
  | { readonly faults: ReadonlyArray<{ readonly field: string; readonly rule: string }> } {
  const read = v.safeParse(PicturesSchema, json)
  if (read.success) return { value: read.output }
  return { faults: read.issues.map(issue => ({ field: v.getDotPath(issue) ?? '', rule: issue.message })) }
}

/** The subjects of the pictures of a site; a folder says what its own are of. */
export function subjectsOf({ folders }: Pick<Site, 'folders'>): ReadonlyMap<string, PictureSubject> {
  const found = new Map<string, PictureSubject>()
  for (const folder of folders.toReversed()) {
    const file = path.join(folder, PICTURES_FILE)
    const read = existsSync(file) ? readPictures(JSON.parse(readFileSync(file, 'utf8'))) : { value: {} }
    if ('faults' in read) throw new Error(`${file}: ${read.faults.map(({ rule }) => rule).join(', ')}`)
    for (const [name, subject] of Object.entries(read.value)) found.set(name, subject)
  }
  return found
}

/**
 * Where a picture is held in a frame that cuts it, in percent as `object-position` counts: the window that is as large as the subject shows the
 * subject, so each larger one shows it too.
 */
export function positionOf([left, top, right, bottom]: PictureSubject['subject']): {
  readonly x: number
  readonly y: number
} {
  return { x: share(left, right), y: share(top, bottom) }
}

function share(from: number, to: number): number {
  const around = 100 - (to - from)
  return around === 0 ? 50 : Math.round((1000 * from) / around) / 10
}

/** Holds the pictures of a site in every frame, as CSS: an image is known by its address, whatever screen shows it. */
export function pictureRules(site: Pick<Site, 'key' | 'folders'>): string {
  return Array.from(subjectsOf(site), ([name, { subject }]) => {
    const { x, y } = positionOf(subject)
    return `img[src='/sites/${site.key}/${name}']{object-position:${x}% ${y}%}`
  }).join('')
}
