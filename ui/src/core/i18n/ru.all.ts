import words from './ru';
import bots from './ru.bots';
import bridge from './ru.bridge';
import bridgeOptions from './ru.bridge.options';
import deberts from './ru.deberts';
import debertsOptions from './ru.deberts.options';
import file from './ru.file';
import options from './ru.options';
import programs from './ru.programs';
import rooms from './ru.rooms';
import table from './ru.table';

export default {
  messages: { ...words, ...bots, ...table, ...rooms, ...programs, ...deberts, ...bridge, ...file },
  options: { ...options, ...debertsOptions, ...bridgeOptions },
};
