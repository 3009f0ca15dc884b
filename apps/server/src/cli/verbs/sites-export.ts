import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { definitionOf } from '@kippu/sites/define-site'
import { siteFiles } from '@kippu/sites/site-files'
import type { Site } from '@kippu/sites/site'

import type { Report } from '../command.ts'

/** The files that a folder of a venue may have; the rest of a site of the product is code. */
const EXPORTED = /\.(?:svg|css|woff2|jpg|png|webp)$|^pictures\.json$|^faces(?:\.json|-licences\.txt)$/

/** Writes a site as the folder that a venue would have of it. */
export function exportSite(site: Site, folder: string): Report {
  if (existsSync(folder))
    return { text: `Refused: ${folder} is there already.`, json: { refused: folder }, isFailure: true }
  mkdirSync(folder, { recursive: true })
  const { key: _folder, texts: _own, ...definition } = definitionOf(site)
  writeFileSync(path.join(folder, 'site.json'), `${JSON.stringify(definition, null, 2)}\n`)
  writeFileSync(path.join(folder, 'texts.json'), `${JSON.stringify(byKey(site), null, 2)}\n`)
  const files = [...siteFiles(site)].filter(([name]) => EXPORTED.test(name))
  for (const [name, file] of files) copyFileSync(file, path.join(folder, name))
  return {
    text: `Written: ${folder}, site.json and ${files.length} files. Pictures of its mails are not among them.`,
    json: { folder, files: files.map(([name]) => name) },
  }
}

function byKey({ texts }: Site): object {
  const words: Record<string, Record<string, string>> = {}
  for (const [lang, ofLanguage] of Object.entries(texts))
    for (const [key, text] of Object.entries(ofLanguage)) words[key] = { ...words[key], [lang]: text }
  return words
}
