type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

const memory = inMemory()

/** The store for data of a site that lasts over visits. */
export const siteStorage = open(() => localStorage)

/** The store for data of a tab that lasts over loads of the page. */
export const tabStorage = open(() => sessionStorage)

/**
 * Whether every load of the page starts without stored data: then no reload may depend on a mark of the previous load.
 */
export const isForgetful = siteStorage === memory || tabStorage === memory

/**
 * Where site data is blocked, even reading the property of a storage throws: the store then lives as long as its page.
 */
function open(storage: () => Store): Store {
  try {
    return storage()
  } catch {
    return memory
  }
}

function inMemory(): Store {
  const items = new Map<string, string>()
  return {
    getItem: name => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: name => void items.delete(name),
    clear: () => items.clear(),
  }
}
