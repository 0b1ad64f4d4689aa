# The datagram socket of a service manager, at the path of the argument: prints a line for each field of what it is told.
use strict;
use Socket;
$| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, pack_sockaddr_un($ARGV[0])) or die $!;
print "LISTENING\n";
while (defined recv($socket, my $told, 4096, 0)) { print "$told\n" }
