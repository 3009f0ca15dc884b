/**
 * Takes the photographs of the demonstration: each scene of `photographs/<site>/<picture>.pov` is rendered by POV-Ray
 * (`apt-get install povray`) and developed in Chromium, where bright lights bloom and the corners darken, as in a lens.
 * `--half` renders a quarter of the pixels, to look at; a key of a site renders its pictures alone.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { findHeadlessChromium } from '../test/chromium.ts'
import { SITES_FOLDER } from './mail-picture-sources.ts'

const SCENES = path.join(import.meta.dirname, 'photographs')
/** Bytes of a picture, whatever its size. */
const LARGEST = 60_000
/**
 * The largest, and its copies. A phone is 412 pixels wide, and has up to three for each; a cheap one has fewer and a slow line, on which a kilobyte
 * more keeps the largest part of the first view and the code waiting for 5 ms.
 */
const HERO = { width: 1200, height: 540, copies: [{ width: 720, most: 15_000 }] } as const
const PRODUCT = { width: 800, height: 600, copies: [{ width: 480, most: LARGEST }] } as const

/** Runs in the page. Light strays in the glass: what is bright is laid over all, blurred twice. */
const DEVELOPED = `async ({ source, width, height, quality }) => {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const lens = canvas.getContext('2d')
  lens.imageSmoothingQuality = 'high'
  lens.drawImage(image, 0, 0, width, height)
  lens.globalCompositeOperation = 'screen'
  for (const [blur, strength] of [[0.006, 0.3], [0.03, 0.22]]) {
    lens.filter = 'brightness(0.9) contrast(2.2) blur(' + width * blur + 'px)'
    lens.globalAlpha = strength
    lens.drawImage(image, 0, 0, width, height)
  }
  lens.filter = 'none'
  lens.globalAlpha = 1
  lens.globalCompositeOperation = 'multiply'
  const middle = [width / 2, height / 2]
  const corners = lens.createRadialGradient(...middle, height * 0.45, ...middle, width * 0.66)
  corners.addColorStop(0, '#fff')
  corners.addColorStop(1, '#b4b2ba')
  lens.fillStyle = corners
  lens.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/webp', quality)
}`

const asked = process.argv.slice(2)
const scale = asked.includes('--half') ? 0.5 : 1
const keys = asked.filter(word => !word.startsWith('--'))
const folder = mkdtempSync(path.join(tmpdir(), 'kippu-photographs-'))
const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const scene of globSync('*/*.pov', { cwd: SCENES }).toSorted()) {
    const { dir: key, name } = path.parse(scene)
    if (keys.length > 0 && !keys.includes(key)) continue
    const { width, height, copies } = name === 'hero' ? HERO : PRODUCT
    const negative = path.join(folder, 'negative.png')
    render(scene, negative, width * scale, height * scale)
    for (const copy of [{ width, most: LARGEST }, ...copies]) {
      const file = copy.width === width ? `${name}.webp` : `${name}-${copy.width}.webp`
      const picture = await develop(page, negative, {
        ...copy,
        height: Math.round((copy.width * height) / width),
      })
      writeFileSync(path.join(SITES_FOLDER, key, file), picture)
      console.log(key, file, picture.length)
    }
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

function render(scene: string, output: string, width: number, height: number): void {
  const { dir, base } = path.parse(path.join(SCENES, scene))
  const options = [`+I${base}`, `+O${output}`, `+W${width}`, `+H${height}`, '+A0.2', '+AM2', '+R2']
  execFileSync('povray', [...options, '-D', '-GA', '-V'], { cwd: dir, stdio: 'ignore' })
}

/** The best WebP of a negative in a size that is small enough. */
async function develop(
  page: Page,
  negative: string,
  { width, height, most }: { readonly width: number; readonly height: number; readonly most: number },
): Promise<Buffer> {
  const source = `data:image/png;base64,${readFileSync(negative).toString('base64')}`
  for (let quality = 0.84; quality > 0.2; quality -= 0.06) {
    const address = await page.evaluate<string>(
      `(${DEVELOPED})(${JSON.stringify({ source, width, height, quality })})`,
    )
    const picture = Buffer.from(address.split(',')[1] ?? '', 'base64')
    if (picture.length <= most) return picture
  }
  throw new Error(`no picture is below ${most} bytes`)
}
