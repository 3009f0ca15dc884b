/** A form body as a tree: `a[b][c]=1` becomes `{a: {b: {c: '1'}}}`. */
export interface FormTree {
  [key: string]: string | FormTree
}

/**
 * Reads a form-encoded body with bracket nesting, as Stripe's SDKs write it. Lists (`a[]=x`, `a[0]=x`) become objects
 * with the keys 0, 1, …. A name given twice keeps its last value.
 */
export function parseForm(body: string): FormTree {
  const tree = emptyTree()
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...inner] = name.replaceAll(']', '').split('[')
    const last = inner.pop()
    if (last === undefined) {
      tree[first] = value
      continue
    }
    let branch = branchOf(tree, first)
    for (const key of inner) branch = branchOf(branch, key)
    branch[last === '' ? String(Object.keys(branch).length) : last] = value
  }
  return tree
}

function branchOf(tree: FormTree, key: string): FormTree {
  const known = tree[key]
  if (typeof known === 'object') return known
  const branch = emptyTree()
  tree[key] = branch
  return branch
}

/** Without a prototype, so that a field named `__proto__` is only a field. */
function emptyTree(): FormTree {
  return Object.create(null)
}
