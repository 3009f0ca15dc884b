export const HOLES = {}
