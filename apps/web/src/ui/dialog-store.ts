import { create } from 'zustand'

export interface DialogWords {
  readonly title: string
  readonly message: string
  /** Label of the only button. */
  readonly ok: string
}

interface Waiting extends DialogWords {
  readonly done: Promise<void>
  readonly finish: () => void
}

/** The dialogs that wait for an answer. The first is on the screen: the page shows one at a time. */
export const useDialogs = create<{ readonly waiting: readonly Waiting[] }>(() => ({ waiting: [] }))

/**
 * Shows the page's dialog and waits for OK. The same words are not queued a second time: three calls that fail together
 * are reported once.
 */
export function showDialog(words: DialogWords): Promise<void> {
  const same = useDialogs.getState().waiting.find(d => d.title === words.title && d.message === words.message)
  if (same !== undefined) return same.done
  const { promise: done, resolve: finish } = withResolvers()
  useDialogs.setState(({ waiting }) => ({ waiting: [...waiting, { ...words, done, finish }] }))
  return done
}

/** The visitor pressed OK in the dialog on the screen. */
export function acceptDialog(): void {
  const [first, ...rest] = useDialogs.getState().waiting
  useDialogs.setState({ waiting: rest })
  first?.finish()
}

/** `Promise.withResolvers` is newer than the oldest browsers we support. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
