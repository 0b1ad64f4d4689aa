import { useState } from 'react';
import { Copyable } from '../../ui/copyable.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { agentCommand, SAMPLE_MODEL, SAMPLE_SOURCE } from './agent-command.ts';

/** The command that starts the agent, with what is filled in here. */
export function AgentSetup({ name, deviceKey }: { name: string; deviceKey: string }) {
  const [source, setSource] = useState('');
  const [model, setModel] = useState('');
  const command = agentCommand({ name, key: deviceKey, origin: window.location.origin, source, model });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Camera"
          value={source}
          placeholder={SAMPLE_SOURCE}
          autoComplete="off"
          spellCheck={false}
          hint="RTSP or MJPEG address, a file, or /dev/video0. It stays in this browser."
          onChange={(event) => setSource(event.target.value.trim())}
        />
        <TextField
          label="Model"
          value={model}
          placeholder={SAMPLE_MODEL}
          autoComplete="off"
          spellCheck={false}
          hint="The ONNX file on the camera's machine."
          onChange={(event) => setModel(event.target.value)}
        />
      </div>
      <Copyable
        title="Agent"
        note="In a shell on that machine, in the clone of Vedette. It checks camera, model and server, says what to do, and runs if all is well:"
        copy="Copy Agent Command"
        text={command}
      />
    </div>
  );
}
