import type { Page } from '@playwright/test'
import { encode } from 'uqr'

/**
 * A camera whose picture changes while a page looks: a canvas that the page gets as its stream. `fake-camera.ts` is the browser's own, with one picture
 * for as long as it is open. Call it before the page is opened; then `show` holds a code to the camera, and `null` takes it away.
 */
export async function giveCamera(
  page: Page,
): Promise<{ readonly show: (text: string | null) => Promise<void> }> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')
    let modules: readonly (readonly boolean[])[] = []
    const draw = (): void => {
      if (context === null) return
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000000'
      const size = Math.floor(400 / Math.max(1, modules.length))
      const start = (480 - size * modules.length) / 2
      modules.forEach((row, y) =>
        row.forEach((isDark, x) => {
          if (isDark) context.fillRect(80 + start + x * size, start + y * size, size, size)
        }),
      )
    }
    Object.assign(window, {
      showToCamera: (shown: readonly (readonly boolean[])[]) => {
        modules = shown
        draw()
      },
    })
    draw()
    // A stream has a picture for each time that something is drawn.
    setInterval(draw, 40)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(25)
  })
  return {
    show: text => page.evaluate(shown => window.showToCamera(shown), text === null ? [] : encode(text).data),
  }
}

declare global {
  interface Window {
    readonly showToCamera: (modules: readonly (readonly boolean[])[]) => void
  }
}
