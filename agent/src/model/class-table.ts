import { canonicalWeaponType, weaponTypeKey } from '../../../contract/src/weapon-type.ts';

export type Reported = { weaponType: string; threatLevel: number };
/** Keyed by the class's name in lower case. */
export type ClassTable = ReadonlyMap<string, Reported>;

const defaults: ClassTable = new Map([
  ['pistol', { weaponType: 'Pistol', threatLevel: 9 }],
  ['handgun', { weaponType: 'Pistol', threatLevel: 9 }],
  ['gun', { weaponType: 'Pistol', threatLevel: 9 }],
  ['rifle', { weaponType: 'rifle', threatLevel: 9 }],
  ['knife', { weaponType: 'Knife', threatLevel: 8 }],
  ['weapon', { weaponType: 'weapon', threatLevel: 8 }],
]);

/** `handgun=Pistol:9, blade=Knife` */
export function parseClassTable(text: string): ClassTable {
  const table = new Map<string, Reported>();
  for (const entry of text.split(',').filter((it) => it.trim() !== '')) {
    const match = /^\s*([^=]+?)\s*=\s*([^:=]+?)\s*(?::\s*(\d+)\s*)?$/.exec(entry);
    const threatLevel = match?.[3] === undefined ? undefined : Number(match[3]);
    if (!match?.[1] || !match[2]) throw new Error(`'${entry.trim()}' is not like handgun=Pistol:9`);
    if (match[2].length > 64) throw new Error(`'${match[2]}' is longer than 64 characters`);
    const weaponType = canonicalWeaponType(match[2]);
    const level = threatLevel ?? defaults.get(weaponTypeKey(weaponType))?.threatLevel ?? 8;
    if (level < 1 || level > 10) throw new Error(`'${entry.trim()}': a threat level is 1 to 10`);
    table.set(match[1].toLowerCase(), { weaponType, threatLevel: level });
  }
  return table;
}

/** The reported weapon type of each class; a class without an entry is not reported. */
export function mapClasses(classNames: readonly string[], given: ClassTable): Map<number, Reported> {
  const table = given.size > 0 ? given : defaults;
  const mapped = new Map<number, Reported>();
  for (const [id, name] of classNames.entries()) {
    const reported = table.get(name.trim().toLowerCase());
    if (reported) mapped.set(id, reported);
  }
  if (mapped.size === 0) {
    throw new Error(
      `No class of the model is reported as a weapon (it has ${classNames.join(', ') || 'no named classes'}): set classes, such as handgun=Pistol:9`,
    );
  }
  return mapped;
}
