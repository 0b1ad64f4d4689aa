import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const SETTING_GROUPS = [
  'Network',
  'Storage',
  'Accounts',
  'Sign-in elsewhere',
  'Mail',
  'Detections',
  'Team',
  'Operation',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const SETTING_SOURCES = ['environment', 'default', 'generated', 'derived'] as const;

export const Setting = Type.Object({
  name: Type.String(),
  group: Type.Enum(SETTING_GROUPS),
  meaning: Type.String({ description: 'with `code` as in Markdown' }),
  default: Type.String({ description: 'in words, with `code` as in Markdown' }),
  value: Nullable(
    Type.String({ description: "null: none. Of a secret only 'set'; of a login in an address *** is shown" }),
  ),
  source: Type.Enum(SETTING_SOURCES, { description: 'derived: from another setting' }),
  secret: Type.Boolean({ description: 'whether the value is never shown' }),
});
export type Setting = Static<typeof Setting>;

export const CHECK_STATES = ['ok', 'unwise', 'unknown'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const DutyCheck = Type.Object({
  id: Type.String(),
  state: Type.Enum(CHECK_STATES),
  title: Type.String({ description: 'what was found' }),
  why: Type.String({ description: 'why it matters' }),
  todo: Nullable(Type.String({ description: 'what to do, with `code` as in Markdown; null: nothing' })),
  page: Nullable(Type.String({ description: 'where to do it' })),
  settings: Type.Array(Type.String(), { description: 'the names of the settings that change it' }),
});
export type DutyCheck = Static<typeof DutyCheck>;

export const SettingsAnswer = Type.Object({
  success: Type.Literal(true),
  server: Type.Object({
    host: Type.String({ description: 'the machine of the server that answered, to which all of this applies' }),
    version: Type.String(),
    several: Type.Boolean({ description: 'whether other servers may share its database, with settings of their own' }),
  }),
  settings: Type.Array(Setting),
  checks: Type.Array(DutyCheck, { description: 'those that need attention first' }),
});
export type SettingsAnswer = Static<typeof SettingsAnswer>;
