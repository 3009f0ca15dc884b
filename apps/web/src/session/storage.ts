type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** The store for data of a site that lasts over visits. */
export const siteStorage = open(() => localStorage)

/** The store for data of a tab that lasts over loads of the page. */
export const tabStorage = open(() => sessionStorage)

/**
 * Whether every load of the page starts without stored data: then no reload may depend on a mark of the previous load.
 */
export const isForgetful = [() => localStorage, () => sessionStorage].some(storage => !isKeeping(storage))

function isKeeping(storage: () => Store): boolean {
  const kept = tryTo(() => keep(storage(), 'kept', '1'))
  tryTo(() => storage().removeItem('kept'))
  return kept === true
}

/**
 * A storage that may be blocked (then even its property throws), missing (null in some apps that show pages) or full:
 * what it does not take lives as long as the page.
 */
function open(storage: () => Store): Store {
  const items = new Map<string, string>()
  return {
    getItem: name => items.get(name) ?? tryTo(() => storage().getItem(name)) ?? null,
    setItem: (name, value) => {
      items.delete(name)
      if (tryTo(() => keep(storage(), name, value)) === true) return
      // The next load must not find an older one.
      tryTo(() => storage().removeItem(name))
      items.set(name, value)
    },
    removeItem: name => {
      items.delete(name)
      tryTo(() => storage().removeItem(name))
    },
    clear: () => {
      items.clear()
      tryTo(() => storage().clear())
    },
  }
}

function keep(storage: Store, name: string, value: string): boolean {
  storage.setItem(name, value)
  return storage.getItem(name) === value
}

/** The result of work that a browser may refuse; undefined where it does. */
export function tryTo<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
