import { useEffect, useState } from 'react'

import { keep, readKept } from './kept'
import { navigate } from './router'

const KEPT_AS = 'console-slash'

/** Whether the key `/` leads to the search: somebody who speaks to their machine switches it off. */
export function useSlashKey(): readonly [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(isSlashKeyOn)
  const turn = (on: boolean): void => {
    keep(KEPT_AS, on ? 'on' : 'off')
    setOn(on)
  }
  return [isOn, turn]
}

function isSlashKeyOn(): boolean {
  return readKept(KEPT_AS) !== 'off'
}

/** @param search the address of the search; undefined where there is none. */
export function useSlashLeadsTo(search: string | undefined): void {
  useEffect(() => {
    if (search === undefined) return undefined
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || isComposing || !isSlashKeyOn()) return
      if (target instanceof Element && target.closest('input, select, textarea, dialog') !== null) return
      event.preventDefault()
      if (location.pathname === search) document.querySelector<HTMLInputElement>('search input')?.focus()
      else navigate(search)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [search])
}
