/** Who buys in the stories: no log may ever name them (S-15.02). Their mail addresses are told by their shape. */
export const BUYER = { name: 'Kippu Taro', phone: '03-1234-5678' } as const

/** Everybody's names and phones, also those of the members of the demo. */
export const PLANTED = [BUYER.name, BUYER.phone, 'Kippu Hanako', '山田 花子', '090-1234-5678'] as const
