import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'

import { buildFirstView } from '../../test/first-view.ts'
import { click, eventually, render } from '../../test/render.tsx'
import { countRequest } from '../api/in-flight.ts'
import { showDialog, useDialogs } from '../ui/dialog-store.ts'
import { showToast } from '../ui/toast-store.ts'
import { Shell } from './shell.tsx'

const view = buildFirstView({ lang: 'en', texts: textsOf('en') })

function openShell(first = view): HTMLElement {
  return render(<Shell step={undefined}>content</Shell>, first).element
}

/** A request under way; calling the result ends it. */
function begin(method: string): () => void {
  let end = (): void => {}
  act(() => {
    end = countRequest(method)
  })
  return () => act(() => end())
}

describe('the shell', () => {
  test('R-2.82: has one toast for all screens, which is read out', () => {
    const element = openShell()
    act(() => showToast('copied'))
    act(() => showToast('sent'))
    const outputs = [...element.querySelectorAll('output')].filter(({ textContent }) => textContent !== '')
    expect(outputs.map(({ textContent }) => textContent)).toEqual(['sent'])
  })

  test('R-2.83: has one loader while something is being sent, and none while something is read', () => {
    const element = openShell()
    const loaders = () => element.querySelectorAll('[aria-busy=true]').length
    const ends = [begin('POST'), begin('PUT')]
    expect(loaders()).toBe(1)
    ends.forEach(end => end())
    expect(loaders()).toBe(0)
    const end = begin('GET')
    expect(loaders()).toBe(0)
    end()
  })

  test('R-2.85: the loading bar stays until the last request has ended, and an end counts once', () => {
    const element = openShell()
    const isLoading = () => element.querySelector('[data-loading]')?.getAttribute('data-loading')
    expect(isLoading()).toBe('false')
    const [first, second] = [begin('GET'), begin('POST')]
    expect(isLoading()).toBe('true')
    first()
    expect(isLoading()).toBe('true')
    second()
    second()
    expect(isLoading()).toBe('false')
  })

  test('R-2.84: has one dialog at a time, with title, text and OK; the next one follows', async () => {
    const element = openShell()
    const answered: string[] = []
    act(() => {
      void showDialog({ title: 'First', message: 'a', ok: 'OK' }).then(() => answered.push('first'))
      void showDialog({ title: 'Second', message: 'b', ok: 'OK' }).then(() => answered.push('second'))
    })
    await eventually(() => expect(element.querySelector('dialog h2')?.textContent).toBe('First'))
    expect(element.querySelectorAll('dialog')).toHaveLength(1)
    expect(element.querySelectorAll('dialog button')).toHaveLength(1)
    click(element.querySelector('dialog button'))
    await eventually(() => expect(element.querySelector('dialog h2')?.textContent).toBe('Second'))
    act(() => void element.querySelector('dialog')?.dispatchEvent(new Event('cancel')))
    await eventually(() => expect(answered).toEqual(['first', 'second']))
    expect(useDialogs.getState().waiting).toEqual([])
  })
})

describe('the footer', () => {
  /** Its code comes after the first screen. */
  const footerOf = async (element: HTMLElement): Promise<HTMLElement> => {
    await eventually(() => expect(element.querySelector('footer')).not.toBeNull())
    return element.querySelector('footer') ?? element
  }
  const withFooter = (footer: { disabled: boolean; showBrand: boolean }) =>
    openShell({ ...view, site: { ...view.site, footer } })

  test.each(LANGUAGES)(
    'R-1.14, R-2.35–2.37: leads to the inquiry, the page of the house, the legal pages and the contact in %s',
    async lang => {
      const first = buildFirstView({ lang })
      const contact = { site_phone: '03-0000-0000', site_email: 'a@b.example' }
      const element = openShell({ ...first, texts: { ...first.texts, ...contact } })
      const links = [...(await footerOf(element)).querySelectorAll('a')]
      expect(links.map(link => link.getAttribute('href'))).toEqual([
        '#/reservation-inquiry',
        '#/visiting',
        '#/terms',
        '#/privacy',
        '#/specified',
        'tel:03-0000-0000',
        'mailto:a@b.example',
      ])
      for (const link of links) expect(link.textContent).not.toBe('')
    },
  )
  test('R-2.90: shows the brand, or not, as the site says', async () => {
    const branded = await footerOf(withFooter({ disabled: false, showBrand: true }))
    expect(branded.textContent).toContain('Kippu')
    const bare = await footerOf(withFooter({ disabled: false, showBrand: false }))
    expect(bare.textContent).not.toContain('Kippu')
  })
  test('R-2.91: may be disabled', async () => {
    await import('./footer.tsx')
    const element = withFooter({ disabled: true, showBrand: true })
    await footerOf(withFooter({ disabled: false, showBrand: true }))
    expect(element.querySelector('footer')).toBeNull()
  })
})

describe('the header', () => {
  test('R-2.93: shows the logo of the site in its configured size, the light one on a dark ground', () => {
    const element = openShell()
    const logo = element.querySelector('header picture img')
    expect(logo?.getAttribute('src')).toBe('/b.svg')
    expect([logo?.getAttribute('width'), logo?.getAttribute('height')]).toEqual(['100', '20'])
    expect(element.querySelector('header source')?.getAttribute('srcset')).toBe('/w.svg')
    expect(logo?.getAttribute('alt')).toBe(view.site.name)
  })
  test('R-2.92: has the print logo in its configured size on ticket pages', () => {
    const { lang, langs, site, texts, settings, notices, writtenAt, today } = view
    const common = { lang, langs, site, texts, settings, notices, writtenAt, today }
    const ticket = { kind: 'ticket', ...common, mapUrl: '/map' } as const
    const { element } = render(<Shell step={undefined}>ticket</Shell>, ticket)
    const logo = element.querySelector('header > img')
    expect(logo?.getAttribute('src')).toBe('/p.svg')
    expect([logo?.getAttribute('width'), logo?.getAttribute('height')]).toEqual(['170', '104'])
    expect(openShell().querySelector('header > img')).toBeNull()
  })
})
