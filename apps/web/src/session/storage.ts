type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

const memory = inMemory()

/** What a browser remembers of a site over visits. */
export const siteStorage = open(() => localStorage)

/** What a tab remembers over loads of the page. */
export const tabStorage = open(() => sessionStorage)

/** Whether every load of the page starts from nothing: then no reload may wait for a mark of the one before. */
export const isForgetful = siteStorage === memory || tabStorage === memory

/** Where site data is blocked the mere mention of a storage throws: the store then lives as long as its page. */
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
