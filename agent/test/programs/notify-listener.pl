# Opens the datagram socket of a service manager at the path of the argument, and prints each notification.
use strict;
use Socket;
$| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, pack_sockaddr_un($ARGV[0])) or die $!;
print "LISTENING\n";
while (defined recv($socket, my $message, 4096, 0)) { print "$message\n" }
