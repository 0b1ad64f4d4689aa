/** The spellings of the specification. Reports match them whatever their case; any other label is kept as reported. */
export const WEAPON_TYPES = ['Knife', 'Pistol', 'weapon', 'rifle'] as const;
export type WeaponType = (typeof WEAPON_TYPES)[number];

const canonicalByKey = new Map<string, WeaponType>(WEAPON_TYPES.map((type) => [weaponTypeKey(type), type]));

/** What two labels share when they differ only in case; the type filter compares keys. */
export function weaponTypeKey(label: string): string {
  return label.trim().toLowerCase();
}

/** `KNIFE` → `Knife`; a label that is none of the four comes back trimmed and otherwise as reported. */
export function canonicalWeaponType(label: string): string {
  return canonicalByKey.get(weaponTypeKey(label)) ?? label.trim();
}

export type WeaponDetails = {
  weapon_type: string;
  category: string;
  description: string;
  /** The level that a detection of full confidence gets when the report brings none. */
  base_threat_level: number;
};

const detailsByType: Record<WeaponType, Omit<WeaponDetails, 'weapon_type'>> = {
  rifle: {
    category: 'Long gun',
    description: 'A shoulder-fired weapon: long reach, high power, hard to stop from a distance.',
    base_threat_level: 10,
  },
  Pistol: {
    category: 'Handgun',
    description: 'A one-handed firearm, easily hidden and quickly drawn.',
    base_threat_level: 9,
  },
  weapon: {
    category: 'Unspecified weapon',
    description: 'The model saw a weapon and could not tell its kind. Look at the frame.',
    base_threat_level: 8,
  },
  Knife: {
    category: 'Edged weapon',
    description: 'A blade: dangerous at arm’s length, and to one person at a time.',
    base_threat_level: 7,
  },
};

/** Never fails: a label outside the four is described as an unspecified weapon under its own name. */
export function weaponDetails(label: string): WeaponDetails {
  const canonical = canonicalByKey.get(weaponTypeKey(label)) ?? 'weapon';
  return { weapon_type: canonicalWeaponType(label), ...detailsByType[canonical] };
}
