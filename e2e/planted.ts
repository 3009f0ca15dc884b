/** The buyer in the stories: no log may ever name them (S-15.02). Their mail addresses are recognised by their form. */
export const BUYER = { name: 'Kippu Taro', phone: '03-1234-5678' } as const

/** The names and phones of all buyers, including the members of the demo. */
export const PLANTED = [BUYER.name, BUYER.phone, 'Kippu Hanako', '山田 花子', '090-1234-5678'] as const
